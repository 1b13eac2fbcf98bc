// SPDX-License-Identifier: MIT
#include "thread_team.hpp"

namespace mexbase {

ThreadTeam::ThreadTeam(unsigned size) : barrier_(std::max(size, 1U)) {
    if (size <= 1) return;
    failures_.resize(size);
    others_.reserve(size - 1);
    try {
        for (unsigned k = 1; k < size; ++k)
            others_.emplace_back([this, k] {
                for (barrier_.arrive_and_wait(); step_ != nullptr; barrier_.arrive_and_wait()) {
                    perform(k);
                    barrier_.arrive_and_wait();
                }
            });
    } catch (const std::exception&) {
        for (unsigned k = this->size(); k < size; ++k) barrier_.arrive_and_drop();
    }
}

ThreadTeam::~ThreadTeam() {
    step_ = nullptr;
    barrier_.arrive_and_wait();
    for (std::thread& each : others_) each.join();
}

void ThreadTeam::perform(unsigned k) noexcept {
    try {
        step_(context_, k);
    } catch (...) {
        failures_[k] = std::current_exception();
    }
}

void ThreadTeam::run_step(Step step, void* context) {
    step_ = step;
    context_ = context;
    barrier_.arrive_and_wait();
    perform(0);
    barrier_.arrive_and_wait();
    std::exception_ptr first;
    for (std::exception_ptr& failure : failures_) {
        if (failure && !first) first = failure;
        failure = nullptr;
    }
    if (first) std::rethrow_exception(first);
}

}  // namespace mexbase
